import { expect, test } from 'vitest'
import { sessionOf } from '../api/callers.js'
import { runInThread } from './run-in-thread.js'
import { startCli } from './start-cli.js'

test('doctor says what is broken or weakened and how to fix it, and its exit code follows', async () => {
  const { loggedIn } = await startCli()
  const { code, stdout, stderr } = await runInThread(['doctor'], loggedIn)
  expect(stdout).toMatch(/^✓ server: http.* with version \d.*$/m)
  expect(stdout).toMatch(/^✓ version: The command line has the same version\.$/m)
  expect(stdout).toMatch(/^✓ clock: The clocks differ by 0\.\d s\.$/m)
  expect(stdout).toMatch(/^! durability: A crash of this Postgres .* fsync is off.*\n {4}Turn it on/m)
  expect(stdout).toMatch(/^✗ ingress: No ingress is running.*\n {4}Start an ingress/m)
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^Error: \d+ of \d+ checks found something broken/),
  ])
})

test('doctor --after-restore counts what came back, and says up to when', async () => {
  const { loggedIn, send } = await startCli()
  await send({ text: 'the last one' })
  const { stdout } = await runInThread(['doctor', '--after-restore', '--json'], loggedIn)
  const found = Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map(line => [JSON.parse(line).id, JSON.parse(line)]),
  )
  expect(found.restored).toMatchObject({
    state: 'ok',
    message: expect.stringMatching(/[1-9]\d* users, 1 teams, 1 web/),
  })
  expect(found.missing.message).toMatch(
    /The last webhook was used \d{4}-.*between the backup and the restore is missing/,
  )
})

test('doctor tells a user who is no administrator what it could not check', async () => {
  const { loggedIn, db } = await startCli()
  const { id } = await db.user.findFirstOrThrow({ where: { username: 'reader' } })
  const env = { ...loggedIn, POSTHORN_TOKEN: await sessionOf(db, id) }
  const { code, stdout } = await runInThread(['doctor', '--quiet'], env)
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('Only system administrators can see the pipeline'),
  ])
})
