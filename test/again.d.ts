/** A file of Vitest's JSON report. */
export type FileResult = {
  name: string
  status: string
  assertionResults: { fullName: string; status: string }[]
}

export function readReport(report: string): FileResult[]
export function filesToRunAgain(files: FileResult[]): string[]
export function replaced(first: FileResult[], later: FileResult[]): FileResult[]
export function failures(files: FileResult[]): string[]
export function count(files: FileResult[]): { passed: number; failed: number; skipped: number }
