/** What a part that is no block of ours is called: by whom it came from, where it is kept as `unsupported`. */
export function unknownKind(block: { type: string }): string {
  const { original_type } = block as { original_type?: unknown }
  return block.type === 'unsupported' && typeof original_type === 'string' && original_type !== ''
    ? original_type
    : block.type
}
