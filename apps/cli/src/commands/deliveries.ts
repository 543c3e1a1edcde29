import { deliveryOutcomes } from '@posthorn/contract'
import { type Command, Option } from 'commander'
import { act } from '../context.js'
import type { Filter, ReplayOptions } from './deliveries/actions.js'
import type { FindOptions } from './deliveries/find.js'
import { addExamples, pastTime, wholeNumber } from './help.js'

const actions = () => import('./deliveries/actions.js')

/** Defines `posthorn deliveries`. */
export function defineDeliveries(command: Command): void {
  list(command.command('list'))
  find(command.command('find'))
  show(command.command('show'))
  replay(command.command('replay'))
}

function list(command: Command): void {
  filter(command.description('list a webhook’s deliveries, newest first').argument('<hook>', 'title or ID'))
    .option('--limit <count>', 'list at most this many', wholeNumber, 60)
    .action(
      act<Filter & { limit: number }>(async (context, options, hook = '') =>
        (await actions()).listDeliveriesOf(context, hook, options),
      ),
    )
  addExamples(
    command,
    'posthorn deliveries list builds',
    'posthorn deliveries list builds --outcome rejected --since 7d',
  )
}

function find(command: Command): void {
  command
    .description('find deliveries of any webhook, as a system administrator')
    .option('--id <id>', 'the ID of a delivery or of a post')
    .option('--request-id <id>', 'the X-Request-Id of the response, or the sender’s own')
    .option('--trace-id <id>', 'the trace ID in the sender’s traceparent')
    .option('--address <address>', 'the sender’s IP address')
    .option(
      '--at <time>',
      'when the address called, within 5 minutes: 30m, 2h, 7d or a date (default: now)',
      pastTime,
    )
    .action(
      act<FindOptions>(async (context, options) =>
        (await import('./deliveries/find.js')).showFoundDeliveries(context, options),
      ),
    )
  addExamples(
    command,
    'posthorn deliveries find --id "$delivery"',
    'posthorn deliveries find --request-id order-7',
    'posthorn deliveries find --address 192.0.2.7 --at 2026-11-25T13:00',
  )
}

function show(command: Command): void {
  command
    .description('show a delivery, its posts and its payload')
    .argument('<delivery>', 'the delivery’s ID, or that of one of its posts')
    .action(act(async (context, _, delivery = '') => (await actions()).showDelivery(context, delivery)))
  addExamples(command, 'posthorn deliveries show "$delivery"', 'posthorn deliveries show "$delivery" --json')
}

function replay(command: Command): void {
  filter(command.description('send deliveries again').argument('[delivery]', 'the delivery’s ID'))
    .option('--all <hook>', 'replay all rejected deliveries of this webhook, or those that match the filters')
    .option('--again', 'replay a delivery once more that was already replayed')
    .option('--payload <file>', 'send the payload in this file instead')
    .action(
      act<ReplayOptions>(async (context, options, delivery) =>
        (await actions()).replay(context, delivery, options),
      ),
    )
  addExamples(
    command,
    'posthorn deliveries replay "$delivery"',
    'posthorn deliveries replay --all builds --since 2h',
  )
}

function filter(command: Command): Command {
  return command
    .addOption(new Option('--outcome <outcome>', 'only deliveries that ended so').choices(deliveryOutcomes))
    .option('--text <text>', 'only payloads that contain this')
    .option('--since <time>', 'accepted since then: 30m, 2h, 7d or a date', pastTime)
    .option('--until <time>', 'accepted before', pastTime)
}
