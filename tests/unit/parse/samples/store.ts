import { createApi } from '@reduxjs/toolkit/query/react';

export const {
  useGetPostQuery,
  useAddPostMutation: useAddPost,
} = api;
export const { increment, decrement } = slice.actions;
const [[first], second = 2, ...others] = pairs;

export type Action =
  | { type: 'add'; amount: number }
  | { type: 'reset' };
type Extended = Action & { 'sent-at': Date };
export type Settings = Readonly<{ theme: string }>;
export const Status = { Active: 'a', Closed: 'c', isOpen: (status: string) => true } as const;
export const slice = createSlice({
  name: 'counter',
  reducers: {
    increment(state) {},
  },
});
