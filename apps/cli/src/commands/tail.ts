import type { Command } from 'commander'
import { act } from '../context.js'
import { addExamples, pastTime, wholeNumber } from './help.js'
import type { TailOptions } from './tailing/follow.js'

/** Defines `posthorn tail`. */
export function defineTail(command: Command): void {
  command
    .argument('[channel]', 'name or ID; all your channels by default')
    .option('--hook <hook>', 'only the posts of this webhook, by its title or ID')
    .option('--since <time>', 'begin with the posts since then: 30m, 2h, 7d or a date', pastTime)
    .option('-n, --count <posts>', 'stop after this many posts', wholeNumber)
    .action(
      act<TailOptions>(async (context, options, channel) => {
        const { follow } = await import('./tailing/follow.js')
        await follow(context, channel, options)
      }),
    )
  addExamples(
    command,
    'posthorn tail town-square --since 1h --count 1',
    'posthorn tail town-square --hook builds --since 7d --count 1 --json',
  )
}
