import type { AccountOverview } from '@posthorn/contract'
import { type Command, Option } from 'commander'
import { act } from '../context.js'
import type { TableColumn } from '../output/output.js'
import { ago } from '../output/printable.js'
import { addExamples, repeated, wholeNumber } from './help.js'

type ListOptions = {
  search: string
  only: '' | 'administrators' | 'deactivated' | 'first_password'
  limit: number
}

const columns: TableColumn<AccountOverview>[] = [
  ['ID', row => row.id],
  ['USER', row => row.username],
  ['E-MAIL', row => row.email],
  ['TEAMS', row => row.teams.map(({ name }) => name).join(' ')],
  ['HOOKS', row => row.live_hooks],
  ['LAST SEEN', row => ago(row.last_activity_at)],
  [
    'STATE',
    row => (row.delete_at > 0 ? 'deactivated' : row.must_change_password ? 'first password' : 'active'),
  ],
]

/** Defines `posthorn users`. */
export function defineUsers(command: Command): void {
  list(command.command('list'))
  create(command.command('create'))
  importFile(command.command('import'))
  activate(command.command('deactivate'), false, 'deactivate a user and end all sessions')
  activate(command.command('activate'), true, 'activate a deactivated user')
}

function list(command: Command): void {
  const only = new Option('--only <state>', 'only these').choices([
    'administrators',
    'deactivated',
    'first_password',
  ])
  command
    .description('list users, as a system administrator')
    .option('--search <text>', 'part of the user name, e-mail address or name', '')
    .addOption(only.default('', 'all'))
    .option('--limit <count>', 'list at most this many', wholeNumber, 100)
    .action(
      act<ListOptions>(async ({ server, out }, { search, only, limit }) => {
        const { client } = await server()
        const { pages } = await import('../session/pages.js')
        const found = await pages(limit, async (cursor, count) => {
          const page = await client.searchAccounts({ query: { search, only, cursor, limit: count } })
          return { items: page.users, next: page.next }
        })
        out.rows(found, columns, 'No users match.')
      }),
    )
  addExamples(
    command,
    'posthorn users list --only administrators',
    'posthorn users list --search reader --json',
  )
}

function create(command: Command): void {
  command
    .description('create a user, and print the first password, which must be changed at the first login')
    .argument('<username>')
    .argument('<email>')
    .option('--join <team>', 'add the user to this team (repeatable)', repeated)
    .action(
      act<{ join?: string[] }>(async (context, { join = [] }, username = '', email = '') => {
        const { createAccount } = await import('./users/create-accounts.js')
        await createAccount(context, { username, email, teams: join })
      }),
    )
  addExamples(command, 'posthorn users create ada ada@example.com --join first-team')
}

function importFile(command: Command): void {
  command
    .description('create users from a CSV file with the columns username, email, teams and others')
    .argument('<file>')
    .action(
      act(async (context, _, file = '') => {
        const { importAccounts } = await import('./users/create-accounts.js')
        await importAccounts(context, file)
      }),
    )
  addExamples(command, 'posthorn users import users.csv --json > passwords.jsonl')
}

function activate(command: Command, isActive: boolean, description: string): void {
  command.description(description).argument('<user>', 'user name, e-mail address or ID')
  if (!isActive) command.option('--stop-hooks', 'disable the user’s webhooks as well')
  command.action(
    act<{ stopHooks?: true }>(async ({ server, out }, { stopHooks }, wanted = '') => {
      const { lookUpUser } = await import('../session/find.js')
      const found = await server()
      const { id: user_id, username } = await lookUpUser(found, wanted)
      const hooks = stopHooks ? { hooks: 'stop' } : {}
      await found.client.updateUserActive({ body: { user_id, active: String(isActive), ...hooks } })
      out.note(`${username} is ${isActive ? 'active' : 'deactivated'}.`)
    }),
  )
  addExamples(command, `posthorn users ${command.name()} ada`)
}
