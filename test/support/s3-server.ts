import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BucketOptions, openBucket } from '@posthorn/files'
import { freePort } from '@posthorn/standalone/services'
import S3rver from 's3rver'
import { onTestFinished } from 'vitest'

/** The only account of the server. */
const key = 'S3RVER'

/** Starts an S3-compatible server with the empty buckets `files` and `backups`, until the end of the test. It can be stopped and started again. */
export async function startS3() {
  const directory = await mkdtemp(join(tmpdir(), 'posthorn-s3-'))
  const port = await freePort()
  const start = async () => {
    const buckets = ['files', 'backups'].map(name => ({ name, configs: [] }))
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
  const endpoint = `http://127.0.0.1:${port}`
  const open = async (different: Partial<BucketOptions> = {}) => {
    const credentials = { accessKeyId: key, secretAccessKey: key }
    const options = { bucket: 'files', region: 'us-east-1', endpoint, isInPath: true, credentials }
    const storage = await openBucket({ ...options, ...different })
    onTestFinished(() => storage.close?.())
    return storage
  }
  const ending = '._S3rver_object'
  return {
    open,
    stop,
    /** The variables of a process that uses this server. */
    env: { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: key, S3_SECRET_ACCESS_KEY: key },
    /** Returns the path of an object’s file. */
    fileOf: (bucket: string, name: string) => join(directory, bucket, name + ending),
    /** Returns the keys of a bucket. */
    keys: async (bucket: string) => {
      const names = await readdir(join(directory, bucket), { recursive: true })
      return names.flatMap(name => (name.endsWith(ending) ? name.slice(0, -ending.length) : []))
    },
    start: async () => {
      server = await start()
    },
  }
}
