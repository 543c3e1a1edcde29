import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Runs `code` as the main of a process of its own. */
function run(code: string) {
  const module = JSON.stringify(import.meta.resolve('./run-main.ts'))
  const script = `import { runMain } from ${module}; runMain(async () => { ${code} })`
  const args = ['--import', 'tsx', '--input-type=module', '-e', script]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { status, stderr }
}

const told: [what: string, code: string, line: string][] = [
  [
    'what does not answer',
    `throw new Error('Redis did not answer within 60 s')`,
    'Redis did not answer within 60 s',
  ],
  [
    'every refusal of a name with several addresses',
    `throw new AggregateError([new Error('no at ::1'), new Error('no at 127.0.0.1')])`,
    'no at ::1, no at 127.0.0.1',
  ],
  ['the last line of what Prisma says', `throw new Error('\\nInvalid call\\n\\nNo table')`, 'No table'],
]

test.each(told)('a start that fails says %s in one line, with exit code 1', (_, code, line) => {
  expect(run(code)).toEqual({ status: 1, stderr: `${line}\n` })
})

test('a mistake in the code is shown with its stack', () => {
  expect(run('undefined.anything')).toMatchObject({ status: 1, stderr: expect.stringContaining('    at ') })
})

test('a main that goes well has the exit code 0', () => {
  expect(run('')).toEqual({ status: 0, stderr: '' })
})
