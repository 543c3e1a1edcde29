import { readFileSync } from 'node:fs'
import type { Settings } from '@posthorn/db'

/** A call that was made to the reference server, and what each of its versions answered. */
export type Case = {
  id: string
  settings: Partial<Settings>
  request: { method: string; path: string; headers: Record<string, string>; body: string | null }
  observed: { [version in Version]?: Observed }
}

type Version = 'v3.10.3' | 'v4.10.10' | 'v5.37.0'

/** A long body is cut. */
export type Observed = { status: number; error_id?: string | null; body?: string | null }

/** The file is as it came to the project, but for two of the twelve wrong passwords, which it leaves out. */
export function readCases(): Case[] {
  const lines = readFileSync(new URL('../cases/api3.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line): Case => JSON.parse(line)).flatMap(one => [...leftOutBefore(one), one])
}

/** `…_03` follows `…_01` in the file: the wrong password between them counts, too. */
function leftOutBefore(one: Case): Case[] {
  const [, number = ''] = /login_lockout_(03|08)$/.exec(one.id) ?? []
  return number === '' ? [] : [{ ...one, id: `${one.id}.before` }]
}
