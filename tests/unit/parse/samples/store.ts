import { createApi } from '@reduxjs/toolkit/query/react';

export const {
  useGetPostQuery,
  useAddPostMutation: useAddPost,
} = api;
export const { increment, decrement } = slice.actions;
const [[first], second = 2, ...others] = pairs;
