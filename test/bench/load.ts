import autocannon from 'autocannon'

export type Load = {
  url: string
  calls: number
  /** Told apart from those of every other run. */
  run: string
}

const connections = 100

/** A usual payload of about 200 bytes; [<id>] becomes another text in each call. */
const body = (run: string) =>
  JSON.stringify({
    text: `Build **${run}/[<id>]** of \`main\` passed in 4m 12s. See <https://ci.example.org/builds/42|the log> or ask @reader for the rest of it.`,
    username: 'ci',
    icon_url: 'https://ci.example.org/icon.png',
  })

/** Sends so many calls over 100 connections as fast as they are answered; resolves to calls a second. Every one must be answered 200. */
export async function load({ url, calls, run }: Load): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    amount: calls,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: body(run),
    idReplacement: true,
  })
  const answered = result['2xx']
  if (answered !== calls) throw new Error(`${calls - answered} of ${calls} calls were not answered 200`)
  return calls / ((result.finish.getTime() - result.start.getTime()) / 1000)
}
