import { Argument, type Command, type Option } from 'commander'
import { act } from '../context.js'
import { addExamples } from './help.js'

/** Each asks the program itself, so a new command needs no new script. */
const scripts: Record<string, string> = {
  bash: `_posthorn() {
  local line; COMPREPLY=()
  while IFS=$'\\t' read -r line _; do COMPREPLY+=("$line"); done < <(posthorn complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}")
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _posthorn posthorn`,
  zsh: `#compdef posthorn
_posthorn() {
  local -a found; local line
  posthorn complete -- "\${(@)words[2,CURRENT]}" | while IFS= read -r line; do found+=("\${\${line//:/\\\\:}/$'\\t'/:}"); done
  if (( $#found )); then _describe posthorn found; else _files; fi
}
compdef _posthorn posthorn`,
  fish: `complete -c posthorn -a '(posthorn complete -- (commandline -opc)[2..] (commandline -ct))'`,
}

/** Defines `posthorn completion`. */
export function defineCompletion(command: Command): void {
  command
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(scripts)))
    .action(act(async ({ out }, _, shell = '') => out.line(scripts[shell] ?? '')))
    .addHelpText(
      'after',
      `
Install it:
  bash: echo 'eval "$(posthorn completion bash)"' >> ~/.bashrc
  zsh:  echo 'eval "$(posthorn completion zsh)"' >> ~/.zshrc, after compinit
  fish: posthorn completion fish > ~/.config/fish/completions/posthorn.fish`,
    )
  addExamples(command, 'eval "$(posthorn completion bash)"')
}

/** Prints what the last word can become, a line each, with a description after a tab. */
export function defineComplete(command: Command, buildProgram: (words: string[]) => Promise<Command>): void {
  command.argument('[words...]').action(
    act(async ({ out }, _, ...given) => {
      const words = given.flat()
      const program = await buildProgram(words)
      for (const [name, about] of candidates(program, words)) out.line(`${name}\t${about}`)
    }),
  )
}

type Candidate = [name: string, about: string]

function candidates(program: Command, words: string[]): Candidate[] {
  const [last = '', before = ''] = [words.at(-1), words.at(-2)]
  let command = program
  for (const word of words.slice(0, -1))
    command = command.commands.find(one => one.name() === word) ?? command
  return allOf(command, [...new Set([...command.options, ...program.options])], last, before).filter(
    ([name]) => name.startsWith(last) && name !== 'complete',
  )
}

/** Returns the values of an option, options, or subcommands and the values of arguments. */
function allOf(command: Command, options: Option[], last: string, before: string): Candidate[] {
  const open = options.find(one => [one.short, one.long].includes(before) && (one.required || one.optional))
  if (open) return (open.argChoices ?? []).map(choice => [choice, ''])
  if (last.startsWith('-')) return options.map(one => [one.long ?? one.short ?? '', one.description])
  const choices = command.registeredArguments.flatMap(one => one.argChoices ?? [])
  return [
    ...command.commands.map((one): Candidate => [one.name(), one.description()]),
    ...choices.map((choice): Candidate => [choice, '']),
  ]
}
