import autocannon from 'autocannon'

export type Load = {
  url: string
  calls: number
  /** Told apart from those of every other run. */
  run: string
}

const connections = 256

/** A usual payload of about 200 bytes; [<id>] becomes another text in each call. */
export const body = (run: string) =>
  JSON.stringify({
    text: `Build **${run}/[<id>]** of \`main\` passed in 4m 12s. See <https://ci.example.org/builds/42|the log> and the rest of it below.`,
    username: 'ci',
    icon_url: 'https://ci.example.org/icon.png',
  })

/**
 * Sends so many calls over 256 connections as fast as they are answered; resolves to calls a second. Every one must be
 * answered 200. The time is taken here, to the last answer: autocannon ends at its next whole second.
 */
export async function load({ url, calls, run }: Load): Promise<number> {
  const began = performance.now()
  let answers = 0
  let answeredOk = 0
  await new Promise<void>((resolve, reject) => {
    const options = {
      url,
      connections,
      amount: calls,
      method: 'POST' as const,
      headers: { 'content-type': 'application/json' },
      body: body(run),
      idReplacement: true,
    }
    const sending = autocannon(options, () =>
      reject(new Error(`only ${answers} of ${calls} calls were answered`)),
    )
    sending.on('response', (_client, status) => {
      if (status === 200) answeredOk++
      if (++answers === calls) resolve()
    })
  })
  const seconds = (performance.now() - began) / 1000
  if (answeredOk !== calls) throw new Error(`${calls - answeredOk} of ${calls} calls were not answered 200`)
  return calls / seconds
}
