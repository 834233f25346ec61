import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shardOf } from '../src/data/shard.ts';

const file = new URL('../e2e/data/trend/trends/0.bin', import.meta.url);
const bytes = new Uint8Array(readFileSync(file));
const run = JSON.parse(
  readFileSync(new URL(`../e2e/data/trend/${newest().file.replace(/\.gz$/, '')}`, import.meta.url), 'utf8'),
);

function newest(): { file: string } {
  return JSON.parse(readFileSync(new URL('../e2e/data/trend/index.json', import.meta.url), 'utf8')).runs[0];
}

test('the last point of a shard is what the newest run says, to 0.1 %', async () => {
  const shard = await shardOf(bytes, 'x');
  const own = run.benchmarks.find(
    (b: { runtime: string; exec: string; name: string }) =>
      b.runtime === shard.runtime && shard.benchmark.startsWith(`${b.name}/`),
  );
  const axis = JSON.parse(
    readFileSync(new URL('../e2e/data/trend/trends/axis.json', import.meta.url), 'utf8'),
  );
  const column = shard.columns.find((c) => c.unit === 'sec/op' && c.machine === axis.machine.at(-1));
  const value = own.values['sec/op'];
  const i = (column?.center.length ?? 0) - 1;
  expect(Math.abs((column?.center[i] ?? 0) / value.center - 1)).toBeLessThan(0.001);
  for (const end of ['low', 'high'] as const) {
    const distance = Math.abs(value[end] - value.center);
    expect(Math.abs((column?.[end][i] ?? 0) - value[end])).toBeLessThan(0.0021 * value.center + distance / 7);
  }
  expect(column?.n[i]).toBe(6);
  expect([...(column?.run ?? [])]).toEqual(Array.from(column?.run ?? [], (_, n) => n));
});

test('no damage makes a shard of what is none', async () => {
  // Every length, and every byte turned over: an error or a shard, and always at once.
  for (let length = 0; length < bytes.length; length += 7)
    await expect(shardOf(bytes.slice(0, length), 'x')).rejects.toThrow(/^x: /);
  for (let i = 0; i < bytes.length; i += 11) {
    const damaged = bytes.slice();
    damaged[i] = (damaged[i] as number) ^ 0xff;
    await shardOf(damaged, 'x').catch((error: Error) => expect(error.message).toMatch(/^x[.:]/));
  }
});
