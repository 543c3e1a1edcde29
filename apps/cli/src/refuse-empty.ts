import type { Command } from 'commander'
import { usageFailure } from './failure.js'

/** Texts and settings that an empty value removes, and the words to complete. */
const mayBeEmpty = new Set(['title', 'description', 'header', 'purpose', 'format', 'value', 'words'])

/**
 * Refuses empty arguments and options, because the empty variable of a script must neither select everything nor something
 * without a name.
 * @throws Failure
 */
export function refuseEmpty(command: Command): void {
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
