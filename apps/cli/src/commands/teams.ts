import type { TeamObject } from '@posthorn/contract'
import type { Command } from 'commander'
import { act } from '../context.js'
import type { TableColumn } from '../output/output.js'
import { addExamples } from './help.js'

const columns: TableColumn<TeamObject>[] = [
  ['ID', row => row.id],
  ['NAME', row => row.name],
  ['TITLE', row => row.display_name],
  ['TYPE', row => (row.type === 'O' ? 'open' : 'by invitation')],
]

/** Defines `posthorn teams`. */
export function defineTeams(command: Command): void {
  list(command.command('list'))
  create(command.command('create'))
  member(command.command('add'), 'addTeamMember', 'add a user to the team')
  member(command.command('remove'), 'removeTeamMember', 'remove a user from the team')
}

function list(command: Command): void {
  command.description('list your teams, or all as a system administrator').action(
    act(async ({ server, out }) => {
      const { client } = await server()
      out.rows(Object.values(await client.listTeams()), columns, 'You are in no team.')
    }),
  )
  addExamples(command, 'posthorn teams list')
}

function create(command: Command): void {
  command
    .description('create a team, and become its administrator')
    .argument('<name>', 'the name in URLs')
    .option('--title <text>', 'the name that people see')
    .option('--open', 'everyone can join')
    .action(
      act<{ title?: string; open?: true }>(async ({ server, out }, { title, open }, name = '') => {
        const { client } = await server()
        const { email } = await client.getMe()
        const body = { name, display_name: title ?? name, type: open ? 'O' : 'I', email } as const
        out.rows([await client.createTeam({ body })], columns, '')
      }),
    )
  addExamples(command, 'posthorn teams create operations --title Operations')
}

function member(command: Command, call: 'addTeamMember' | 'removeTeamMember', description: string): void {
  command
    .description(description)
    .argument('<user>', 'user name, e-mail address or ID')
    .action(
      act(async ({ server, out }, _, wanted = '') => {
        const { lookUpUser } = await import('../session/find.js')
        const found = await server()
        const [team, { id: user_id, username }] = [await found.team(), await lookUpUser(found, wanted)]
        await found.client[call]({ params: { team: team.id }, body: { user_id } })
        out.note(`${username} is ${call === 'addTeamMember' ? 'added to' : 'removed from'} ${team.name}.`)
      }),
    )
  addExamples(command, `posthorn teams ${command.name()} reader --team operations`)
}
