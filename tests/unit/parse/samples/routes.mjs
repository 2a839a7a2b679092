/** @deprecated use the router */
export default async (request) => {
  function reply() {}
  return reply();
};
