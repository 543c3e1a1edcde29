/** The payload of every call, about 200 bytes, with a unique text. */
export type Payload = { text: string; username: string; icon_url: string; channel?: string }

export function payload(run: string, call: number | string): Payload {
  return {
    text: `Build **${run}/${call}** of \`main\` passed in 4m 12s. See <https://ci.example.org/builds/42|the log> and the rest of it below.`,
    username: 'ci',
    icon_url: 'https://ci.example.org/icon.png',
  }
}

/** The name of one of the channels over which calls can be spread. */
export const channelName = (number: number) => `many-${number}`

/** Spreads calls over channels, so that no two in succession share one. */
const stride = 7919

/** Makes the bodies of a run without serializing each one. `channels`: how many channels get calls. By default, the hook's own. */
export function bodies(run: string, channels = 0): (call: number) => string {
  const [mark, place] = ['#', '%']
  const body =
    channels > 0 ? { ...payload(run, mark), channel: channelName(0).replace('0', place) } : payload(run, mark)
  const [before = '', after = '', end = ''] = JSON.stringify(body).split(/[#%]/)
  if (channels === 0) return call => before + call + after
  return call => `${before}${call}${after}${(call * stride) % channels}${end}`
}
