import { onTestFinished } from 'vitest'
import { type Line, openLine } from './open-line.js'

/** A line that ends with the test. */
export async function lineTo(serverUrl: string): Promise<Line> {
  const line = await openLine(serverUrl)
  onTestFinished(line.cut)
  return line
}
