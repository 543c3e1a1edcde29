import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(root + path, 'utf8')

/** The files that ARCHITECTURE.md recommends to read first, and the function that each of them exports. */
const steps = [...read('ARCHITECTURE.md').matchAll(/^\d+\. `([\w/.-]+)` `(\w+)`([^:]*):/gm)].map(
  ([, path = '', name = '', note = '']) => ({ path, name, behindRedis: note.includes('behind Redis') }),
)

test('leads from HTTP to the row in at most eight files, each of which calls the next', () => {
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
