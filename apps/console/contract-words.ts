const text = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\x60(?:[^\x60\\]|\\.)*\x60)`
const texts = String.raw`${text}(?:\s*\+\s*${text})*`
const documented = new RegExp(String.raw`^\s*(?:description|answers):\s*${texts},\n`, 'gm')
const described = new RegExp(String.raw`\s*\.describe\(\s*${texts},?\s*\)`, 'g')
const summary = new RegExp(String.raw`^\s*summary:\s*${texts},\n`, 'm')
/** What only the document says of a call or an object: its section, its own errors, its name. */
const filed = /^\s*(?:tag: '\w+'|errors: \[[^\]]*\]),\n|\s*\.meta\(\{ id: '\w+' \}\)/gm
/** The definition of a call that changes nothing, so that the audit log never shows it. */
const reading = /defineCall\(\{\n(?:(?!\n\}\)).)*?route: .GET (?:(?!\n\}\)).)*\n\}\)/gs

/** Leaves out texts that only the API document needs: 14 kB gzipped on the first load. The audit log shows summaries. */
export function leaveOutContractWords() {
  return {
    name: 'leave-out-contract-words',
    enforce: 'pre' as const,
    transform: (code: string, id: string) =>
      id.includes('/packages/contract/src/')
        ? code
            .replace(documented, '')
            .replace(described, '')
            .replace(filed, '')
            .replace(reading, call => (call.includes('audit:') ? call : call.replace(summary, '')))
        : undefined,
  }
}
