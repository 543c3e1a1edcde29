import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolder } from '@posthorn/files'
import { onTestFinished } from 'vitest'

/** Stores the files of an API in a folder until the end of the test. */
export async function fileOptions({ fileLimitBytes = 1024 ** 2, filesLimitBytes = 10 * 1024 ** 2 } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { storage: await openFolder(folder), folder, fileLimitBytes, filesLimitBytes }
}
