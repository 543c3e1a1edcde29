import type { AuditEntryObject, SettingObject } from '@posthorn/contract'
import { type Command, Option } from 'commander'
import { act, type CommandContext } from '../context.js'
import type { TableColumn } from '../output/output.js'
import { localTime } from '../output/printable.js'
import { addExamples, pastTime, wholeNumber } from './help.js'

type AuditOptions = { user: string; action: string; since?: number; until?: number; limit: number }
type FiguresOptions = { step: 'minute' | 'hour'; since?: number; until?: number }
type Setting = SettingObject & { id: string }

const settingColumns: TableColumn<Setting>[] = [
  ['NAME', row => row.name],
  ['VALUE', row => row.value],
  ['SOURCE', row => row.source],
  ['SAVED BY', row => row.saved_by?.username ?? ''],
  ['ABOUT', row => row.about],
]

const auditColumns: TableColumn<AuditEntryObject>[] = [
  ['TIME', row => localTime(row.create_at)],
  ['USER', row => row.user?.username ?? ''],
  ['ACTION', row => row.action],
  ['TARGET', row => `${row.target.type} ${row.target.name || row.target.id}`],
  ['ADDRESS', row => row.address],
]

/** Defines `posthorn settings`. */
export function defineSettings(command: Command): void {
  const get = command.command('get').description('list the settings').argument('[name]', 'only this one')
  get.action(act((context, _, name) => printSettings(context, name)))
  addExamples(get, 'posthorn settings get', 'posthorn settings get MaxTeamsPerUser --quiet')
  const set = command.command('set').description('change a setting').argument('<name>').argument('<value>')
  set.action(act((context, _, name = '', value = '') => saveSetting(context, name, value)))
  addExamples(set, 'posthorn settings set EnableOAuthServiceProvider true')
}

/** With `--quiet`, prints the value alone. */
async function printSettings({ server, out }: CommandContext, name: string | undefined): Promise<void> {
  const { client } = await server()
  const all = await client.listSettings()
  const found = all.filter(setting => name === undefined || setting.name === name)
  if (name !== undefined && found.length === 0) await failUnknown(name, all)
  const identified = found.map(setting => ({
    ...setting,
    id: name === undefined ? setting.name : String(setting.value),
  }))
  out.rows(
    out.isJson ? found.map(setting => ({ ...setting, id: setting.name })) : identified,
    settingColumns,
    '',
  )
}

async function saveSetting({ server, out }: CommandContext, name: string, text: string): Promise<void> {
  const { client } = await server()
  const all = await client.listSettings()
  const setting = all.find(one => one.name === name)
  if (!setting) return failUnknown(name, all)
  const value = typeof setting.value === 'string' ? text : await parsed(text, setting)
  await client.saveConfig({ body: { [setting.group]: { [name]: value } } })
  out.note(`${name} is now ${text}. All processes follow within a second.`)
}

async function parsed(text: string, { name, wants }: SettingObject): Promise<unknown> {
  try {
    return JSON.parse(text)
  } catch {
    const { usageFailure } = await import('../failure.js')
    throw usageFailure(`${text} is no value of ${name}.`, `Valid values: ${wants}`)
  }
}

async function failUnknown(name: string, all: SettingObject[]): Promise<never> {
  const { usageFailure } = await import('../failure.js')
  const similar = all
    .map(setting => setting.name)
    .filter(one => one.toLowerCase().includes(name.toLowerCase()))
  const next = similar.length > 0 ? `Did you mean ${similar.join(', ')}?` : 'List them: posthorn settings get'
  throw usageFailure(`There is no setting ${name}.`, next)
}

/** Defines `posthorn audit`. */
export function defineAudit(command: Command): void {
  command
    .option('--user <name>', 'only changes by this user', '')
    .option('--action <call>', 'only this call, such as createHook', '')
    .option('--since <time>', 'since then: 30m, 2h, 7d or a date', pastTime)
    .option('--until <time>', 'until then', pastTime)
    .option('--limit <count>', 'list at most this many', wholeNumber, 100)
    .action(
      act<AuditOptions>(async ({ server, out }, { user, action, since, until, limit }) => {
        const { client } = await server()
        const { pages } = await import('../session/pages.js')
        const range = {
          ...(since !== undefined && { from: since }),
          ...(until !== undefined && { to: until }),
        }
        const found = await pages(limit, async (cursor, count) => {
          const page = await client.listAudit({ query: { user, action, ...range, cursor, limit: count } })
          return { items: page.entries, next: page.next }
        })
        out.rows(found, auditColumns, 'No entries match.')
      }),
    )
  addExamples(command, 'posthorn audit --since 7d', 'posthorn audit --action createHook --json')
}

/** Defines `posthorn figures`. */
export function defineFigures(command: Command): void {
  command
    .addOption(
      new Option('--step <length>', 'length of a period').choices(['minute', 'hour']).default('hour'),
    )
    .option('--since <time>', 'since then: 30m, 2h, 7d or a date', pastTime)
    .option('--until <time>', 'until then', pastTime)
    .action(
      act<FiguresOptions>(async ({ server, out }, { step, since, until }) => {
        const { client } = await server()
        const range = {
          ...(since !== undefined && { from: since }),
          ...(until !== undefined && { to: until }),
        }
        const { periods } = await client.getFigures({ query: { step, ...range } })
        const rows = periods.map(period => ({ id: new Date(period.start_at).toISOString(), ...period }))
        out.rows(
          rows,
          [
            ['FROM', row => localTime(row.start_at)],
            ['ACCEPTED', row => row.accepted],
            ['POSTED', row => row.posted + row.replied + row.updated + row.collapsed],
            ['REJECTED', row => sum(row.rejected)],
            ['REFUSED', row => sum(row.refused)],
            ['P50 MS', row => row.accept_to_posted_ms?.p50 ?? ''],
            ['P99 MS', row => row.accept_to_posted_ms?.p99 ?? ''],
            ['BACKLOG', row => row.backlog],
          ],
          'Nothing was sent in this time.',
        )
      }),
    )
  addExamples(command, 'posthorn figures --since 1d', 'posthorn figures --step minute --since 1h --json')
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0)
