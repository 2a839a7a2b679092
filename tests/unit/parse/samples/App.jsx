import React from 'react';

export const Button = ({ label, onClick }) => (
  <button onClick={onClick}>{label}</button>
);

export default function App({ items }) {
  const handle = () => {};
  return <div>{items.map((item) => <Button key={item} label={item} onClick={handle} />)}</div>;
}

class Legacy extends React.Component {
  state = { open: false };
  render() { return <App />; }
}
