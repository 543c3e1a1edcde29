import type { Command } from 'commander'
import { act, type CommandContext } from '../context.js'
import type { ImportOptions } from '../import/engine/run-import.js'
import type { ListedOptions } from '../import/listed/source.js'
import type { MattermostOptions } from '../import/mattermost/source.js'
import type { SlackOptions } from '../import/slack/source.js'
import type { Source } from '../import/source.js'
import { addExamples, repeated } from './help.js'

const how = `
Needs a system administrator. Begin with --dry-run. An import can be interrupted and repeated: it changes nothing that exists.`

/** Defines `posthorn import`. */
export function defineImport(command: Command): void {
  mattermost(command.command('mattermost'))
  slack(command.command('slack'))
  listed(command.command('rocketchat'), 'rocketchat', 'channels.list', 'integrations.list')
  listed(command.command('discord'), 'discord', 'GET /guilds/…/channels', 'GET /guilds/…/webhooks')
  posthorn(command.command('posthorn'))
}

/** Adds the options of all imports. `as`: the source's name unless another is given. */
function common(command: Command, as: string): Command {
  return command
    .option('--dry-run', 'count what would be imported, and say what is skipped and why')
    .option('--as <name>', 'the name of the source, which differs between two servers', as)
    .option('--report <file>', 'write the report to this file', `import-${as}.json`)
    .option('--restart', 'send all posts again after an interruption')
    .option('--map-user <old=existing>', 'an account here for a user of the source (repeatable)', repeated)
    .addHelpText('after', how)
}

async function run(context: CommandContext, options: ImportOptions, source: Source) {
  const { runImport } = await import('../import/engine/run-import.js')
  const ids = await runImport(context, source, options)
  return { hasHook: (id: string) => ids.get('hook', id) !== '' }
}

function mattermost(command: Command): void {
  common(command, 'mattermost')
    .description('import teams, users, channels, posts and webhooks from Mattermost')
    .argument('<export>', 'a bulk export: JSON lines, or the zip archive with them')
    .option('--hooks <file>', 'webhooks as CSV or JSON, by the query in docs/migration.md')
    .option('--hooks-of <url>', 'read the webhooks from this server, with MATTERMOST_TOKEN')
    .option('--passwords <file>', 'the columns username and password of its table Users, as CSV or JSON')
    .option('--no-posts', 'leave out posts')
    .action(
      act<ImportOptions & MattermostOptions>(async (context, options, file = '') => {
        const { openMattermost } = await import('../import/mattermost/source.js')
        const asking = { token: context.env.mattermostToken, note: (text: string) => context.out.note(text) }
        await run(context, options, await openMattermost(file, asking, options))
      }),
    )
  addExamples(
    command,
    'posthorn import mattermost export.jsonl --hooks hooks.csv --passwords passwords.csv --dry-run',
    'posthorn import mattermost export.jsonl --hooks hooks.csv --passwords passwords.csv',
  )
}

function posthorn(command: Command): void {
  common(command, 'posthorn')
    .description('import what posthorn export wrote')
    .argument('<export>', 'the file')
    .option('--files <folder>', 'the folder into which posthorn export wrote the files')
    .action(
      act<ImportOptions & { as: string; files?: string }>(async (context, options, file = '') => {
        const { openPosthorn } = await import('../import/posthorn/source.js')
        await run(context, options, await openPosthorn(file, options))
      }),
    )
  addExamples(command, 'posthorn import posthorn old-server.jsonl --as old-server --dry-run')
}

function slack(command: Command): void {
  common(command, 'slack')
    .description('import users, channels, messages and webhooks from a Slack workspace')
    .argument('<export>', 'the zip archive of a workspace export')
    .requiredOption('--into <team>', 'the name of the team, which is created if it does not exist')
    .option('--hooks <file>', 'webhooks as CSV or JSON, with the columns url, channel, creator and title')
    .option('--urls <file>', 'write the old and new URLs of webhooks to this file', 'slack-urls.csv')
    .option('--no-posts', 'leave out messages')
    .action(
      act<ImportOptions & SlackOptions>(async (context, options, file = '') => {
        const { openSlack, saveUrls } = await import('../import/slack/source.js')
        const { hasHook } = await run(context, options, await openSlack(file, options))
        if (options.hooks && !options.dryRun) saveUrls(options, (await context.server()).url, hasHook)
      }),
    )
  addExamples(command, 'posthorn import slack export.zip --into harbour --hooks urls.csv --dry-run')
}

function listed(command: Command, service: 'rocketchat' | 'discord', channels: string, hooks: string): void {
  common(command, service)
    .description(`import channels and webhooks from ${service === 'discord' ? 'Discord' : 'Rocket.Chat'}`)
    .requiredOption('--channels <file>', `what ${channels} returned (repeatable)`, repeated)
    .requiredOption('--hooks <file>', `what ${hooks} returned`)
    .requiredOption('--into <team>', 'the name of the team, which is created if it does not exist')
    .requiredOption('--creator <username>', 'the account here that becomes the creator of all webhooks')
    .option('--urls <file>', 'write the old and new URLs of webhooks to this file', `${service}-urls.csv`)
    .action(
      act<ImportOptions & ListedOptions>(async (context, options) => {
        const { openListed, saveListedUrls } = await import('../import/listed/source.js')
        const mapUser = [`${options.creator}=${options.creator}`]
        const { hasHook } = await run(context, { ...options, mapUser }, openListed(service, options))
        if (!options.dryRun) saveListedUrls(service, options, (await context.server()).url, hasHook)
      }),
    )
  addExamples(
    command,
    `posthorn import ${service} --channels ${service}-channels.json --hooks ${service}-hooks.json --into harbour --creator ada --dry-run`,
  )
}
