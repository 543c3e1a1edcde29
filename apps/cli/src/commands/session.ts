import type { Command } from 'commander'
import { act } from '../context.js'
import { addExamples } from './help.js'

/** Defines `posthorn login`. */
export function defineLogin(command: Command): void {
  command
    .argument('[url]', 'the server’s address (POSTHORN_URL, or http://127.0.0.1:8065)')
    .option('-u, --username <name>', 'user name or e-mail address; asked for by default')
    .option('--password-stdin', 'read the password from standard input instead of asking')
    .option('--oauth', 'authorize an app in the browser instead of using a password')
    .option('--client-id <id>', 'the app’s client ID; posthorn apps create --cli makes one')
    .action(
      act<{ username?: string; passwordStdin?: true; oauth?: true; clientId?: string }>(
        async (context, options, url) => {
          const { logIn } = await import('../session/log-in.js')
          await logIn(context, url, options)
        },
      ),
    )
  addExamples(
    command,
    'posthorn login "$server" --username admin --password-stdin < password.txt',
    'posthorn login "$server" --profile work --username admin --password-stdin < password.txt',
  )
}

/** Defines `posthorn logout`. */
export function defineLogout(command: Command): void {
  command.action(
    act(async context => {
      const { logOut } = await import('../session/log-in.js')
      await logOut(context)
    }),
  )
  addExamples(command, 'posthorn logout --profile work')
}

/** Defines `posthorn whoami`. */
export function defineWhoami(command: Command): void {
  command.option('--all', 'list all profiles instead, without asking their servers').action(
    act<{ all?: true }>(async (context, { all }) => {
      if (all) return listProfiles(context)
      const { client, url } = await context.server()
      const { id, username, email, roles } = await client.getMe()
      context.out.object({ username, id, email, roles, url }, [
        ['User', user => user.username],
        ['ID', user => user.id],
        ['E-mail', user => user.email],
        ['Roles', user => user.roles],
        ['Server', user => user.url],
      ])
    }),
  )
  addExamples(command, 'posthorn whoami', 'posthorn whoami --all')
}

async function listProfiles({ env, out }: Parameters<Parameters<typeof act>[0]>[0]): Promise<void> {
  const { readCredentials } = await import('../session/credentials.js')
  const { current, profiles } = readCredentials(env.configFolder)
  const rows = Object.entries(profiles).map(([id, { url, username, team = '' }]) => ({
    ...{ id, url, username, team },
    is_current: id === current,
  }))
  out.rows(
    rows,
    [
      ['PROFILE', row => (row.is_current ? `${row.id} *` : row.id)],
      ['SERVER', row => row.url],
      ['USER', row => row.username],
      ['TEAM', row => row.team],
    ],
    'There are no profiles. Log in: posthorn login',
  )
}
