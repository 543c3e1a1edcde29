import type { AppObject, AppOverview } from '@posthorn/contract'
import type { Command } from 'commander'
import { act } from '../context.js'
import type { TableColumn } from '../output/output.js'
import { ago } from '../output/printable.js'
import { addExamples, repeated } from './help.js'

type CreateOptions = {
  cli?: true
  callback?: string[]
  homepage?: string
  public?: true
  description?: string
}

const columns: TableColumn<AppOverview>[] = [
  ['ID', row => row.id],
  ['NAME', row => row.name],
  ['OWNER', row => row.creator],
  ['KIND', row => (row.is_public ? 'public' : `with a secret, bot ${row.bot_username}`)],
  ['USERS', row => row.users],
  ['TOKENS', row => row.live_tokens],
  ['LAST USED', row => ago(row.last_used_at)],
]

const fields: TableColumn<AppObject>[] = [
  ['Client ID', row => row.id],
  ['Client secret', row => row.client_secret],
  ['Name', row => row.name],
  ['Callbacks', row => row.callback_urls.join(' ')],
  ['Bot', row => row.bot_username],
]

/** Any port of this address is allowed (RFC 8252). */
const ownCallback = 'http://127.0.0.1/callback'

/** Defines `posthorn apps`. */
export function defineApps(command: Command): void {
  list(command.command('list'))
  create(command.command('create'))
  remove(command.command('delete'))
}

function list(command: Command): void {
  command.description('list the OAuth apps that you manage').action(
    act(async ({ server, out }) => {
      const { client } = await server()
      out.rows(await client.listApps(), columns, 'No apps. Register one: posthorn apps create <name>')
    }),
  )
  addExamples(command, 'posthorn apps list')
}

function create(command: Command): void {
  command
    .description('register an app, and print its ID and secret')
    .argument('[name]', 'the app’s name', 'posthorn')
    .option('--cli', 'an app for posthorn login --oauth: public, with this machine as its callback')
    .option('--callback <url>', 'where users are sent back to (repeatable)', repeated)
    .option('--homepage <url>', 'the app’s page; the first callback by default')
    .option('--public', 'the app cannot keep a secret')
    .option('--description <text>', 'what the app is for')
    .action(
      act<CreateOptions>(async ({ server, out }, options, name = '') => {
        const { client } = await server()
        const { cli, callback = cli ? [ownCallback] : [], description = '' } = options
        const homepage = options.homepage ?? callback[0] ?? ''
        const is_public = (options.public ?? cli) === true
        const body = { name, callback_urls: callback, homepage, is_public, description }
        out.object(await client.createApp({ body }), fields)
        if (!is_public) out.note('Copy the secret now. You won’t be able to see it again.')
      }),
    )
  addExamples(
    command,
    'posthorn apps create --cli',
    'posthorn apps create reports --callback https://reports.example.com/cb',
  )
}

function remove(command: Command): void {
  command
    .description('delete an app and all of its tokens')
    .argument('<id>', 'the client ID')
    .option('-y, --yes', 'do not ask')
    .action(
      act<{ yes?: true }>(async ({ server, out }, { yes }, id = '') => {
        const { confirm } = await import('../session/prompt.js')
        const { client } = await server()
        await confirm(`Delete the app ${id}? Its users will be logged out of it.`, yes)
        await client.deleteApp({ body: { id } })
        out.note(`${id} is deleted.`)
      }),
    )
  addExamples(command, 'posthorn apps delete "$app" --yes')
}
