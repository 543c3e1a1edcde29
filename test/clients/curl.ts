import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Returns curl's output for these arguments, including the head of the response. Fails with a hint if there is no curl. */
export async function curl(...args: string[]): Promise<string> {
  try {
    return (await run('curl', ['-s', '-i', ...args])).stdout
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw missing ? new Error('This test needs curl on the PATH: apt-get install curl') : error
  }
}
