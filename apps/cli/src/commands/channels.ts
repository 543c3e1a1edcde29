import type { ChannelObject } from '@posthorn/contract'
import { type Command, Option } from 'commander'
import { act } from '../context.js'
import type { TableColumn } from '../output/output.js'
import { addExamples, wholeNumber } from './help.js'

type ListOptions = { which: 'readable' | 'joinable' | 'archived'; search: string; limit: number }
type CreateOptions = { title?: string; private?: true; header?: string; purpose?: string }

const columns: TableColumn<ChannelObject>[] = [
  ['ID', row => row.id],
  ['NAME', row => row.name],
  ['TITLE', row => row.display_name],
  ['TYPE', row => (row.type === 'P' ? 'private' : 'public')],
  ['POSTS', row => row.total_msg_count],
]

/** Defines `posthorn channels`. */
export function defineChannels(command: Command): void {
  list(command.command('list'))
  create(command.command('create'))
  archive(command.command('archive'))
  restore(command.command('restore'))
}

function list(command: Command): void {
  const which = new Option('--which <channels>', 'which to list').choices([
    'readable',
    'joinable',
    'archived',
  ])
  command
    .description('list a team’s channels')
    .addOption(which.default('readable'))
    .option('--search <text>', 'part of the name or title', '')
    .option('--limit <count>', 'list at most this many', wholeNumber, 100)
    .action(
      act<ListOptions>(async ({ server, out }, { which, search, limit }) => {
        const { client, team } = await server()
        const { pages } = await import('../session/pages.js')
        const params = { team: (await team()).id }
        const found = await pages(limit, async (cursor, count) => {
          const query = { which, search, cursor, limit: count }
          const page = await client.searchChannels({ params, query })
          return { items: page.channels, next: page.next }
        })
        out.rows(found, columns, 'No channels match.')
      }),
    )
  addExamples(command, 'posthorn channels list', 'posthorn channels list --which joinable --json')
}

function create(command: Command): void {
  command
    .description('create a channel')
    .argument('<name>', 'the name in URLs: a-z, 0-9, hyphens and underscores')
    .option('--title <text>', 'the name that people see')
    .option('--private', 'only for people who are added')
    .option('--header <markdown>', 'a line that the channel always shows')
    .option('--purpose <text>', 'what the channel is for')
    .action(
      act<CreateOptions>(
        async ({ server, out }, { title, private: isPrivate, header, purpose }, name = '') => {
          const { client, team } = await server()
          const texts = { ...(header !== undefined && { header }), ...(purpose !== undefined && { purpose }) }
          const body = { name, display_name: title ?? name, type: isPrivate ? 'P' : 'O', ...texts }
          out.rows([await client.createChannel({ params: { team: (await team()).id }, body })], columns, '')
        },
      ),
    )
  addExamples(command, 'posthorn channels create releases --title Releases')
}

function archive(command: Command): void {
  command
    .description('archive a channel; its posts stay, and its hooks stop')
    .argument('<channel>', 'name or ID')
    .option('-y, --yes', 'do not ask')
    .action(
      act<{ yes?: true }>(async ({ server, out }, { yes }, wanted = '') => {
        const found = await server()
        const [{ lookUpChannel }, { confirm }] = await Promise.all([
          import('../session/find.js'),
          import('../session/prompt.js'),
        ])
        const { id: channel, name } = await lookUpChannel(found, wanted)
        await confirm(`Archive ${name}? Hooks that post to it are deleted until it is restored.`, yes)
        await found.client.archiveChannel({ params: { team: (await found.team()).id, channel } })
        out.note(`${name} is archived.`)
      }),
    )
  addExamples(command, 'posthorn channels archive releases --yes')
}

function restore(command: Command): void {
  command
    .description('restore an archived channel, its posts and its hooks')
    .argument('<channel>', 'name or ID')
    .action(
      act(async ({ server, out }, _, wanted = '') => {
        const { client, team } = await server()
        const params = { team: (await team()).id }
        const { channels } = await client.searchChannels({
          params,
          query: { which: 'archived', channel: wanted },
        })
        const [channel] = channels
        const { Failure } = await import('../failure.js')
        if (!channel) throw new Failure(`There is no archived channel ${wanted}.`)
        await client.restoreChannel({ params: { ...params, channel: channel.id } })
        out.note(`${channel.name} is restored.`)
      }),
    )
  addExamples(command, 'posthorn channels restore releases')
}
