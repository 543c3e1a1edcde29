import { Command } from 'commander'
import { usageFailure } from './failure.js'

type Define = (command: Command) => void

/** The commands. Each is loaded only when it is needed. */
const groups: Record<string, [summary: string, load: () => Promise<Define>]> = {
  login: ['log in to a server', async () => (await import('./commands/session.js')).defineLogin],
  logout: ['end the session', async () => (await import('./commands/session.js')).defineLogout],
  whoami: ['show the user and the server', async () => (await import('./commands/session.js')).defineWhoami],
  hooks: ['manage webhooks', async () => (await import('./commands/hooks.js')).defineHooks],
  send: ['send a message to a webhook', async () => (await import('./commands/send.js')).defineSend],
  preview: [
    'show what a message would become',
    async () => (await import('./commands/send.js')).definePreview,
  ],
  tail: ['show posts as they arrive', async () => (await import('./commands/tail.js')).defineTail],
  deliveries: [
    'inspect and replay deliveries',
    async () => (await import('./commands/deliveries.js')).defineDeliveries,
  ],
  channels: ['manage channels', async () => (await import('./commands/channels.js')).defineChannels],
  teams: ['manage teams', async () => (await import('./commands/teams.js')).defineTeams],
  users: ['manage users', async () => (await import('./commands/users.js')).defineUsers],
  apps: ['manage OAuth apps', async () => (await import('./commands/apps.js')).defineApps],
  import: ['import from other services', async () => (await import('./commands/import.js')).defineImport],
  export: ['export teams and posts', async () => (await import('./commands/export.js')).defineExport],
  settings: ['read and change settings', async () => (await import('./commands/system.js')).defineSettings],
  audit: ['list changes and who made them', async () => (await import('./commands/system.js')).defineAudit],
  figures: ['count deliveries over time', async () => (await import('./commands/system.js')).defineFigures],
  doctor: [
    'check a server, and say how to fix it',
    async () => (await import('./commands/doctor.js')).defineDoctor,
  ],
  backup: ['back up this machine’s server', async () => (await import('./commands/backup.js')).defineBackup],
  restore: ['restore a backup', async () => (await import('./commands/backup.js')).defineRestore],
  completion: [
    'print the script that completes commands',
    async () => (await import('./commands/completion.js')).defineCompletion,
  ],
}

/** Builds the program. Defines only those commands that occur in `words`; the others have just their summaries. */
export async function buildProgram(words: string[] = Object.keys(groups)): Promise<Command> {
  const program = new Command('posthorn')
    .description('Manages a Posthorn server: webhooks, posts, deliveries and users.')
    .option('--json', 'print one JSON object per line')
    .option('-q, --quiet', 'print only IDs or the essential value, and no notes')
    .option('--no-color', 'print without colours (NO_COLOR)')
    .option('--profile <name>', 'use this profile (POSTHORN_PROFILE)')
    .option('--team <name>', 'work in this team (POSTHORN_TEAM)')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .showSuggestionAfterError()
    .hook('preAction', (_program, command) => refuseEmpty(command))
  for (const [name, [summary, load]] of Object.entries(groups)) {
    const command = program.command(name).description(summary)
    if (words.includes(name)) (await load())(command)
  }
  if (words[0] === 'complete')
    (await import('./commands/completion.js')).defineComplete(
      program.command('complete', { hidden: true }),
      buildProgram,
    )
  return program
}

/** Texts and settings that an empty value removes, and the words to complete. */
const mayBeEmpty = new Set(['title', 'description', 'header', 'purpose', 'format', 'value', 'words'])

/**
 * Refuses empty arguments and options, because the empty variable of a script must neither select everything nor something
 * without a name.
 * @throws Failure
 */
function refuseEmpty(command: Command): void {
  command.registeredArguments.forEach((argument, at) => {
    if (command.args[at] === '' && !mayBeEmpty.has(argument.name())) throw emptyFailure(argument.name())
  })
  for (let one: Command | null = command; one; one = one.parent)
    for (const option of one.options) {
      const name = option.attributeName()
      const isGiven = one.getOptionValueSource(name) === 'cli' && !mayBeEmpty.has(name)
      if (isGiven && [one.getOptionValue(name)].flat().includes('')) throw emptyFailure(option.long ?? name)
    }
}

const emptyFailure = (name: string) => usageFailure(`${name} is empty.`, 'Give it a value, or leave it out.')
