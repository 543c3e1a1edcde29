import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What curl prints with these arguments, shown with the answer's head. Fails clearly where there is no curl. */
export async function curl(...args: string[]): Promise<string> {
  try {
    return (await run('curl', ['-s', '-i', ...args])).stdout
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw missing ? new Error('This test needs curl on the PATH: apt-get install curl') : error
  }
}
