import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Runs `code` as the main of a new process. */
function run(code: string) {
  const module = JSON.stringify(import.meta.resolve('./run-main.ts'))
  const script = `import { runMain } from ${module}; runMain(async () => { ${code} })`
  const args = ['--import', 'tsx', '--input-type=module', '-e', script]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { status, stderr }
}

const failures: [name: string, code: string, line: string][] = [
  ['an error', `throw new Error('Redis did not answer within 60 s')`, 'Redis did not answer within 60 s'],
  [
    'all errors of a name with several addresses',
    `throw new AggregateError([new Error('no at ::1'), new Error('no at 127.0.0.1')])`,
    'no at ::1, no at 127.0.0.1',
  ],
  ['the last line of a Prisma error', `throw new Error('\\nInvalid call\\n\\nNo table')`, 'No table'],
]

test.each(failures)('prints %s in one line if the start fails, and exits with code 1', (_, code, line) => {
  expect(run(code)).toEqual({ status: 1, stderr: `${line}\n` })
})

test('prints a bug with its stack', () => {
  expect(run('undefined.anything')).toMatchObject({ status: 1, stderr: expect.stringContaining('    at ') })
})

test('exits with code 0 if main succeeds', () => {
  expect(run('')).toEqual({ status: 0, stderr: '' })
})
