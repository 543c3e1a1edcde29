import type { Command } from 'commander'
import { act } from '../context.js'
import { addExamples } from './help.js'

type ExportChoices = { direct?: true; out?: string; files?: string }

/** Defines `posthorn export`. */
export function defineExport(command: Command): void {
  command
    .option('--direct', 'include direct channels, which belong to no team')
    .option('--out <file>', 'write to this file, which only you can read, instead of standard output')
    .option('--files <folder>', 'write the files of posts to this folder, which only you can read')
    .addHelpText(
      'after',
      '\nNeeds a system administrator. Exports all teams, or the one of --team. `posthorn import posthorn` reads it.',
    )
    .action(
      act<ExportChoices>(async (context, choices) => {
        const { exportEverything } = await import('../import/posthorn/export.js')
        await exportEverything(context, choices)
      }),
    )
  addExamples(command, 'posthorn export --team first-team --out first-team.jsonl')
}
