import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'
import type { Ran } from './start-cli.js'

const main = fileURLToPath(new URL('../../apps/cli/dist/main.js', import.meta.url))

/** Runs the built command line in a thread with streams and an environment of its own, which costs less than a process. */
export async function runInThread(argv: string[], env: NodeJS.ProcessEnv, input?: string): Promise<Ran> {
  const stdin = input !== undefined // an input that nobody reads would keep the thread alive
  const thread = new Worker(main, { argv, env, execArgv: [], stdin, stdout: true, stderr: true })
  onTestFinished(async () => void (await thread.terminate()))
  thread.stdin?.end(input)
  const [stdout, stderr] = [thread.stdout.toArray(), thread.stderr.toArray()]
  const [code] = await once(thread, 'exit')
  const text = async (parts: Promise<Buffer[]>) => Buffer.concat(await parts).toString()
  return { code, stdout: await text(stdout), stderr: await text(stderr) }
}
