import { type Command, InvalidArgumentError } from 'commander'

/** Adds examples to a command's help. A test runs each of them: `test/system/cli.test.ts`. */
export function addExamples(command: Command, ...lines: string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${lines.map(line => `  $ ${line}`).join('\n')}`)
}

/** Reads an option that is a whole number. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

const unitsMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Reads a time, such as `30m` (ago), `2d`, or `2026-11-25T13:00`. Returns milliseconds since 1970. */
export function pastTime(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (count !== undefined) return Date.now() - Number(count) * (unitsMs[unit] ?? 0)
  const ms = Date.parse(text)
  if (Number.isNaN(ms))
    throw new InvalidArgumentError('Write 30m, 2h, 7d, or a date such as 2026-11-25T13:00.')
  return ms
}

/** Collects an option that can be repeated. */
export function repeated(text: string, before: string[] = []): string[] {
  return [...before, text]
}
