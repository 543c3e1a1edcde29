import { type Recorded, readRecorded } from '../reference.js'

/** A call of the API that was made to the reference server. */
export type Case = Recorded<string | null, Observed>

/** A long body is cut. */
export type Observed = { status: number; error_id?: string | null; body?: string | null }

/** The file is as it came to the project, but for two of the twelve wrong passwords, which it leaves out. */
export function readCases(): Case[] {
  const cases = readRecorded<Case>(new URL('cases.jsonl', import.meta.url))
  return cases.flatMap(one => [...leftOutBefore(one), one])
}

/** `…_03` follows `…_01` in the file: the wrong password between them counts, too. */
function leftOutBefore(one: Case): Case[] {
  const [, number = ''] = /login_lockout_(03|08)$/.exec(one.id) ?? []
  return number === '' ? [] : [{ ...one, id: `${one.id}.before` }]
}
