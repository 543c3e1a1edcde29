import { Table } from '../ui/list.js'
import { differencesIn } from './differences.js'

/** Where Slack would treat the payload differently; empty if nothing differs. */
export function DifferencesTable({ payload }: { payload: string }) {
  const differences = differencesIn(payload)
  if (differences.length === 0) return null
  return (
    <section aria-label="Slack and Posthorn" className="flex flex-col gap-2">
      <h2 className="font-medium">Where Slack differs</h2>
      <div className="rounded-lg border border-line">
        <Table label="Differences from Slack" className="text-sm [&_td]:align-top [&_th]:w-1/3">
          <thead>
            <tr>
              <th>Written</th>
              <th>Slack</th>
              <th>Here</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ key, what, slack, here }) => (
              <tr key={key}>
                <td>
                  <code className="font-mono">{what}</code>
                </td>
                <td>{slack}</td>
                <td>{here}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  )
}
