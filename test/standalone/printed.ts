import { spawnSync } from 'node:child_process'
import type { Account } from './reader.js'

/** Reads the account from the printed line. */
export function accountIn(lines: string[]): Account {
  const loginLine = /^Log in at \S+ : team (?<team>\S+), user (?<user>\S+), password (?<password>\S+)$/
  return lines.map(line => loginLine.exec(line)?.groups).find(Boolean) as Account
}

/** Runs a printed curl line in a shell, or with fetch if there is no curl. Returns the response's body. */
export async function answerTo(line: string): Promise<string> {
  const { status, stdout } = spawnSync('sh', ['-c', line], { encoding: 'utf8' })
  if (status !== 127) return stdout.split('\r\n\r\n').at(-1) ?? ''
  const [, type = '', body = '', url = ''] =
    /-H 'Content-Type: ([^']*)' -d '([^']*)' (\S+)$/.exec(withUrlReadByShell(line)) ?? []
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body })
  return answer.text()
}

/** Expands `$(…)` in the printed line as a shell does. */
function withUrlReadByShell(line: string): string {
  const { stdout } = spawnSync('sh', ['-c', `printf %s ${/"http.*"$/.exec(line)?.[0]}`], { encoding: 'utf8' })
  return line.replace(/"http.*"$/, () => stdout)
}
