/** The payload of every call, about 200 bytes, with a unique text. */
export type Payload = { text: string; username: string; icon_url: string; channel?: string }

export function payload(run: string, call: number | string): Payload {
  return {
    text: `Build **${run}/${call}** of \`main\` passed in 4m 12s. See <https://ci.example.org/builds/42|the log> and the rest of it below.`,
    username: 'ci',
    icon_url: 'https://ci.example.org/icon.png',
  }
}

/** Makes the bodies of a run without serializing each one. */
export function bodies(run: string): (call: number) => string {
  const mark = '#'
  const [before = '', after = ''] = JSON.stringify(payload(run, mark)).split(mark)
  return call => before + call + after
}
