// A test of wiji.d.cts and pg.d.cts: commonjs.test.js compiles this file without running it.
import wiji = require('wiji')
import { registerTypes, type TypedClient } from 'wiji/pg'

const id: string = wiji()
export const fields: wiji.Fields = wiji.parse(id)
export const order = wiji() as wiji.WijiId<'order'>
export const next: wiji.Generator = wiji.factory({ clock: () => fields.timestamp_us })
export const onConnect: (client: TypedClient) => void | Promise<void> = registerTypes

// @ts-expect-error	the unit of a number is unclear
wiji.lower(1795242567930)
