import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startWorld } from '../support/world.js'

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

/** Returns the URLs of the files in which a function was entered meanwhile, by V8's coverage of this process. */
async function enteredDuring(work: () => Promise<void>): Promise<Set<string>> {
  const session = new Session()
  session.connect()
  onTestFinished(() => session.disconnect())
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  const isEntered = ({ functions }: (typeof result)[number]) =>
    functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0)
  return new Set(result.filter(isEntered).map(({ url }) => url))
}

test('is the way of a confirmed call of a default hook', async () => {
  const { send } = await startWorld({ confirm: true })
  const entered = await enteredDuring(async () => {
    expect((await send({ text: 'hello' })).headers.get('x-delivery-state')).toBe('posted')
  })
  const built = (path: string) =>
    pathToFileURL(root + path.replace('/src/', '/dist/').replace(/\.ts$/, '.js')).href
  expect(steps.filter(({ path }) => !entered.has(built(path)))).toEqual([])
})
