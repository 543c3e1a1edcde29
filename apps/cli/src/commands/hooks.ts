import { type Command, Option } from 'commander'
import { act } from '../context.js'
import { addExamples, repeated, wholeNumber } from './help.js'
import type { HookOptions, ListHooksOptions } from './hooks/actions.js'

const states: ListHooksOptions['only'][] = [
  'failing',
  'disabled',
  'never_used',
  'unused',
  'creator_deactivated',
  'unlocked',
]
const orders: ListHooksOptions['sort'][] = ['title', 'last_used', 'posted', 'failure_rate']

const actions = () => import('./hooks/actions.js')

/** Defines `posthorn hooks`. */
export function defineHooks(command: Command): void {
  list(command.command('list'))
  create(command.command('create'))
  show(command.command('show'))
  edit(command.command('edit'))
  regenerate(command.command('regenerate'))
  stop(command.command('disable'), 'disableHook', 'reject all calls until the hook is enabled again')
  stop(command.command('enable'), 'enableHook', 'accept calls again, with the same URL')
  remove(command.command('delete'))
}

function list(command: Command): void {
  command
    .description('list webhooks with their last 24 hours')
    .option('--search <text>', 'part of the title, the channel or the creator', '')
    .addOption(new Option('--only <state>', 'only these').choices(states).default('', 'all'))
    .addOption(new Option('--sort <order>', 'the order').choices(orders).default('', 'newest first'))
    .option('--limit <count>', 'list at most this many', wholeNumber, 100)
    .option('--all-teams', 'list the hooks of all teams, as a system administrator')
    .action(act<ListHooksOptions>(async (context, options) => (await actions()).listHooks(context, options)))
  addExamples(command, 'posthorn hooks list', 'posthorn hooks list --only failing --json')
}

function create(command: Command): void {
  choices(command.description('create a webhook, and print its URL').argument('<channel>', 'name or ID'))
    .option('--title <text>', 'the hook’s name')
    .action(
      act<HookOptions>(async (context, options, channel = '') =>
        (await actions()).createHookFor(context, channel, options),
      ),
    )
  addExamples(
    command,
    'posthorn hooks create town-square --title builds',
    'url=$(posthorn hooks create town-square --title deploys --quiet)',
  )
}

function edit(command: Command): void {
  choices(command.description('change a webhook').argument('<hook>', 'title or ID'))
    .option('--title <text>', 'a new title')
    .option('--channel <channel>', 'name or ID of another channel')
    .action(
      act<HookOptions & { channel?: string }>(async (context, options, hook = '') =>
        (await actions()).editHook(context, hook, options),
      ),
    )
  addExamples(command, 'posthorn hooks edit builds --description "Results of the nightly builds" --locked')
}

/** Adds the options of new hooks and of changes. */
function choices(command: Command): Command {
  return command
    .option('--description <text>', 'what the hook is for')
    .option('--locked', 'post only to the hook’s own channel')
    .option('--no-locked', 'allow payloads to name other channels')
    .option('--confirm', 'respond when the payload is posted')
    .option('--no-confirm', 'respond as soon as the payload is stored')
    .option('--format <adapter>', 'read all payloads with this adapter, such as github')
    .option('--allow-from <range>', 'accept only this address or CIDR range (repeatable)', repeated)
    .option('--collapse <seconds>', 'count repeats of a post in it for this long', wholeNumber)
}

function show(command: Command): void {
  command
    .description('show a webhook')
    .argument('<hook>', 'title or ID')
    .action(act(async (context, _, hook = '') => (await actions()).showHook(context, hook)))
  addExamples(command, 'posthorn hooks show builds')
}

function regenerate(command: Command): void {
  command
    .description('replace a webhook’s URL, and print the new one')
    .argument('<hook>', 'title or ID')
    .option('--overlap <seconds>', 'how long the old URL stays valid (one day)', wholeNumber)
    .option('--leaked', 'end the old URL at once')
    .action(
      act<{ overlap?: number; leaked?: true }>(async (context, { overlap, leaked }, hook = '') =>
        (await actions()).regenerateHook(context, hook, leaked ? 0 : overlap),
      ),
    )
  addExamples(command, 'posthorn hooks regenerate builds --overlap 3600')
}

function stop(command: Command, call: 'disableHook' | 'enableHook', description: string): void {
  command
    .description(description)
    .argument('<hook>', 'title or ID')
    .action(act(async (context, _, hook = '') => (await actions()).switchHook(context, hook, call)))
  addExamples(command, `posthorn hooks ${command.name()} builds`)
}

function remove(command: Command): void {
  command
    .description('delete a webhook for good')
    .argument('<hook>', 'title or ID')
    .option('-y, --yes', 'do not ask')
    .action(
      act<{ yes?: true }>(async (context, { yes }, hook = '') =>
        (await actions()).deleteHookOnce(context, hook, yes),
      ),
    )
  addExamples(command, 'posthorn hooks delete deploys --yes')
}
