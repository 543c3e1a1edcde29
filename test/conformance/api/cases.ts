import { type Recorded, readRecorded } from '../reference.js'

/** An API call that was made to the reference server. */
export type Case = Recorded<string | null, Observed>

/** Long bodies are cut. */
export type Observed = { status: number; error_id?: string | null; body?: string | null }

/** The recorded file, except for two of the twelve wrong passwords, which it omits. */
export function readCases(): Case[] {
  const cases = readRecorded<Case>(new URL('cases.jsonl', import.meta.url))
  return cases.flatMap(one => [...leftOutBefore(one), one])
}

/** `…_03` follows `…_01` in the file, because the wrong password between them counts too. */
function leftOutBefore(one: Case): Case[] {
  const [, number = ''] = /login_lockout_(03|08)$/.exec(one.id) ?? []
  return number === '' ? [] : [{ ...one, id: `${one.id}.before` }]
}
