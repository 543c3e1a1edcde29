import type { Command } from 'commander'
import { act } from '../context.js'
import type { DoctorOptions } from './doctor/examine.js'
import { addExamples } from './help.js'

/** Defines `posthorn doctor`. */
export function defineDoctor(command: Command): void {
  command
    .option('--data-dir <folder>', 'check the disk of this DATA_DIR, if it is on this machine', '.data')
    .option('--after-restore', 'also report what came back from a backup, and what is missing')
    .addHelpText(
      'after',
      '\nLog in as a system administrator first, also after a restore, which ends newer sessions.\n' +
        'The exit code is 1 if something is broken. Warnings do not change it.',
    )
    .action(
      act<DoctorOptions>(async (context, options) => {
        const { examine } = await import('./doctor/examine.js')
        await examine(context, options)
      }),
    )
  addExamples(command, 'posthorn doctor', 'posthorn doctor --after-restore --json')
}
