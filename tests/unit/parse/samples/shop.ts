import { Injectable } from '@angular/core';

/** What can be priced. */
export interface Priced<T = number> {
  readonly price: T;
  discount?(by: number): T;
  (x: number): string;
  [key: string]: unknown;
}

export type Money = { amount: number; currency(): string } | null;
export enum Level { Low = 1, High }
const enum Fast { On }

@Injectable()
export abstract class Shop<T extends Priced> implements Iterable<T> {
  private static instance?: Shop<any>;
  protected readonly items: T[] = [];
  @Input() name = '';
  handler = async (event: Event): Promise<void> => {};

  constructor(private readonly db: Db, public title: string, count: number) {}

  abstract find(id: string): T | undefined;
  get size(): number { return this.items.length; }
  async add<K extends keyof T>(item: T, key?: K): Promise<void> {}

  /** @deprecated use add */
  @Post(':id')
  @HttpCode(204)
  async put(@Body() item: T): Promise<void> {}
  @HostBinding('class.open') get isOpen() { return true; }
}

export function parse(value: string): number;
export function parse(value: number): number;
export function parse(value: any): any {
  return value;
}

declare const VERSION: string;
declare function log(message: string): void;
declare module 'plugin' {
  export function install(): void;
}
export namespace Util.Text {
  export const empty = '';
  export function trim(s: string) { return s.trim(); }
}
export const useStore = <T,>(initial: T) => initial;
export default interface Config {}
