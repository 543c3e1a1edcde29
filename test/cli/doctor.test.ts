import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '@posthorn/server'
import { expect, test } from 'vitest'
import { sessionOf } from '../api/callers.js'
import { fileOptions } from '../support/file-options.js'
import { startS3 } from '../support/s3-server.js'
import { runInThread } from './run-in-thread.js'
import { newHome, startCli } from './start-cli.js'

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
  const found = await foundAfterRestore(loggedIn)
  expect(found.restored).toMatchObject({
    state: 'ok',
    message: expect.stringMatching(/[1-9]\d* users, 1 teams, 1 web/),
  })
  expect(found.missing.message).toMatch(
    /The last webhook was used \d{4}-.*between the backup and the restore is missing/,
  )
})

test('doctor tells a user who is no administrator what it could not check', async () => {
  const { loggedIn, db, serverUrl } = await startCli()
  const { id } = await db.user.findFirstOrThrow({ where: { username: 'reader' } })
  const env = { ...loggedIn, POSTHORN_TOKEN: await sessionOf(db, id) }
  const { code, stdout } = await runInThread(['doctor', '--quiet'], env)
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('Only system administrators can see the pipeline'),
  ])
  const restored = await runInThread(['doctor', '--after-restore'], env)
  expect(restored.stdout).toContain('Only system administrators can see what came back.')
  expect(restored.stdout).toContain(`Log in as one for the other checks: posthorn login ${serverUrl}`)
})

test('doctor names the login to somebody without a session, with the address that is known', async () => {
  const { serverUrl } = await startCli()
  const env = { ...newHome().env, POSTHORN_URL: serverUrl }
  const { stderr } = await runInThread(['doctor', '--after-restore'], env)
  expect(stderr).toContain(`Log in: posthorn login ${serverUrl}`)
})

/** Runs `doctor --after-restore`, and returns what it found by its names. */
async function foundAfterRestore(env: NodeJS.ProcessEnv) {
  const { stdout } = await runInThread(['doctor', '--after-restore', '--json'], env)
  const found = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  return Object.fromEntries(found.map(finding => [finding.id, finding]))
}

/** Starts a server with files in a folder or a bucket. `pathOf` returns where the bytes of a file are. */
async function startWithFiles(kind: 'folder' | 'bucket') {
  const [{ folder, ...options }, s3] = [await fileOptions(), await startS3()]
  const storage = kind === 'folder' ? options.storage : await s3.open()
  const cli = await startCli({ files: { ...options, storage } })
  const { id: userId } = await cli.db.user.findFirstOrThrow({ where: { username: 'admin' } })
  /** Adds rows of files that posts have. */
  const addFiles = async (ids: string[]) => {
    const common = { createAt: 1, userId, teamId: cli.teamId, channelId: '', type: 'text/plain', size: 1 }
    const own = (id: string) => ({ id, postId: newId(), name: 'a.txt', sha256: new Uint8Array(32) })
    await cli.db.file.createMany({ data: ids.map(id => ({ ...common, ...own(id) })) })
  }
  const pathOf = (id: string) => {
    const name = `${id.slice(22, 24)}/${id}`
    return kind === 'folder' ? join(folder, name) : s3.fileOf('files', name)
  }
  return { ...cli, storage, addFiles, pathOf }
}

test.each(['folder', 'bucket'] as const)(
  'doctor --after-restore names files without bytes in a %s, and counts bytes without a file',
  async kind => {
    const { storage, addFiles, pathOf, loggedIn } = await startWithFiles(kind)
    const [kept = '', orphan = '', ...lost] = Array.from({ length: 502 }, () => newId())
    for (const id of [kept, orphan]) {
      await storage.put(id, [Buffer.from('x')])
      utimesSync(pathOf(id), 1, 1)
    }
    await addFiles([kept])
    const before = await foundAfterRestore(loggedIn)
    expect(before.files).toMatchObject({ state: 'ok', message: 'All 1 files of posts have their bytes.' })
    await addFiles(lost)
    const { files, orphans } = await foundAfterRestore(loggedIn)
    const names = `(a\\.txt \\(\\w{26}\\), ){5}and 495 more\\.`
    expect(files).toMatchObject({
      state: 'warning',
      message: expect.stringMatching(`^500 of 501 files of posts have no bytes: ${names}$`),
    })
    expect(orphans.message).toMatch(
      /^1 of 2 stored files older than a day belong to no post\. Posthorn deletes/,
    )
  },
)

test('doctor --after-restore says that the storage does not respond, and reports the rest', async () => {
  const s3 = await startS3()
  const { folder: _, ...options } = await fileOptions()
  const { loggedIn } = await startCli({ files: { ...options, storage: await s3.open() } })
  await s3.stop()
  const startedAt = Date.now()
  const found = await foundAfterRestore(loggedIn)
  expect(Date.now() - startedAt).toBeLessThan(20_000) // a repeated call would wait for half a minute
  expect(found.restored).toBeDefined()
  expect(found.files.message).toMatch(
    /^The files could not be checked: The storage of files does not respond/,
  )
})
