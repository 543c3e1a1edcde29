import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(root + path, 'utf8')

/** The files that ARCHITECTURE.md says to read first, and what each of them is called by. */
const steps = [...read('ARCHITECTURE.md').matchAll(/^\d+\. `([\w/.-]+)` `(\w+)`([^:]*):/gm)].map(
  ([, path = '', name = '', beside = '']) => ({ path, name, behindRedis: beside.includes('behind Redis') }),
)

test('eight files or fewer lead from HTTP to the row, and each calls the next', () => {
  expect(steps.length).toBeGreaterThan(4)
  expect(steps.length).toBeLessThanOrEqual(8)
  expect(steps[0]?.path).toMatch(/routes/)
  expect(read(steps.at(-1)?.path ?? '')).toContain('INSERT INTO posts')
  const broken = steps
    .slice(1)
    .filter(
      ({ name, behindRedis }, index) =>
        !behindRedis && !new RegExp(`\\b${name}\\(`).test(read(steps[index]?.path ?? '')),
    )
  expect(broken).toEqual([])
  for (const { path, name } of steps) expect(read(path)).toMatch(new RegExp(`\\b${name}\\b`))
})
