import { fileVariables, pickVariables, readEnv } from '@posthorn/server'
import { expect, test } from 'vitest'
import { filesIn } from './files-in.js'

const read = (given: Record<string, string>) => filesIn(readEnv(pickVariables(...fileVariables), given))
const keys = { S3_ACCESS_KEY_ID: 'hidden-id', S3_SECRET_ACCESS_KEY: 'hidden-secret' }

test('stores no files without a folder and a bucket', async () => {
  expect(await read({})).toBeUndefined()
})

test('opens a bucket without a call to it', async () => {
  const options = await read({ S3_BUCKET: 'files', S3_ENDPOINT: 'http://127.0.0.1:9', ...keys })
  expect(options).toMatchObject({ fileLimitBytes: 50 * 1024 ** 2, storage: { put: expect.any(Function) } })
  options?.storage.close?.()
})

test.each([
  [{ S3_BUCKET: 'files', FILES_DIR: '/tmp/x' }, /S3_BUCKET: cannot be set together with FILES_DIR/],
  [{ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'hidden-id' }, /S3_SECRET_ACCESS_KEY: must be set/],
  [{ S3_BUCKET: 'files', S3_SECRET_ACCESS_KEY: 'hidden-secret' }, /S3_ACCESS_KEY_ID: must be set/],
])('rejects variables that contradict each other, without their values', async (given, words) => {
  const mistake = await read(given).catch(error => String(error))
  expect(mistake).toMatch(words)
  expect(mistake).not.toMatch(/hidden/)
})
