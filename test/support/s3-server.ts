import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BucketOptions, openBucket } from '@posthorn/files'
import { freePort } from '@posthorn/standalone/services'
import S3rver from 's3rver'
import { onTestFinished } from 'vitest'

/** The only account of the server. */
const key = 'S3RVER'

/** Starts an S3-compatible server with an empty bucket `files`, until the end of the test. It can be stopped and started again. */
export async function startS3() {
  const directory = await mkdtemp(join(tmpdir(), 'posthorn-s3-'))
  const port = await freePort()
  const start = async () => {
    const buckets = [{ name: 'files', configs: [] }]
    const at = { address: '127.0.0.1', port, directory }
    const server = new S3rver({ ...at, silent: true, configureBuckets: buckets })
    await server.run()
    return server
  }
  let server: S3rver | undefined = await start()
  const stop = async () => {
    await server?.close()
    server = undefined
  }
  onTestFinished(async () => {
    await stop()
    await rm(directory, { recursive: true, force: true })
  })
  const open = async (different: Partial<BucketOptions> = {}) => {
    const credentials = { accessKeyId: key, secretAccessKey: key }
    const endpoint = `http://127.0.0.1:${port}`
    const options = { bucket: 'files', region: 'us-east-1', endpoint, isInPath: true, credentials }
    const storage = await openBucket({ ...options, ...different })
    onTestFinished(() => storage.close?.())
    return storage
  }
  return {
    open,
    stop,
    start: async () => {
      server = await start()
    },
  }
}
