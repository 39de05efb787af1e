// A test of wiji.d.ts: test.js compiles this file without running it.
import wiji, { type Fields, type Generator, type Id, type WijiId } from 'wiji'
import { registerTypes, type TypedClient } from 'wiji/pg'

const id: string = wiji()
const bytes: Uint8Array = wiji.binary(id)
const forms: string[] = [wiji(bytes), wiji.uuid(), wiji.uuid(id), wiji.hex(), wiji.hex(bytes)]
const { timestamp_us, date, sequence }: Fields = wiji.parse(id)
export const order: -1 | 0 | 1 = wiji.compare(id, bytes)
export const sorted: Id[] = [id, bytes].sort(wiji.compare)
export const next: Generator = wiji.factory({ clock: () => timestamp_us, random: sequence, maxWait: Infinity })
export const bounds: string[] = [wiji.lower(date), wiji.upper(timestamp_us), wiji.make(timestamp_us, sequence, 0), next(), next.hex()]

// isValid() does not narrow the type of its argument.
export const length = (text: string): number => wiji.isValid(text) ? forms.length : text.length
export const known = (anything: unknown): boolean => wiji.isValid(anything)

// an ID with a brand is a string, and of its own kind
const branded = wiji() as WijiId<'order'>
export const parts: string = branded.slice(0, 10) + wiji.uuid(branded)
export const any: WijiId = branded
// @ts-expect-error	an order is not a parcel
export const parcel: WijiId<'parcel'> = branded
// @ts-expect-error	nor is any string
export const unchecked: WijiId = 'coffee'

// what a pool of node-postgres takes
export const onConnect: (client: TypedClient) => void | Promise<void> = registerTypes

// @ts-expect-error	the unit of a number is unclear
wiji.lower(1795242567930)
// @ts-expect-error	microseconds are a BigInt
wiji.make(1795242567930690, 0, 0)
// @ts-expect-error	an undefined variable must not generate a new ID
wiji(undefined)
// @ts-expect-error	a factory's functions do not read IDs
next.uuid(id)
