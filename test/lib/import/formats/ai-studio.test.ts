import { describe, expect, test } from 'vitest'
import { onlyChatOf, pathOf, saidIn } from '#test/support/imported.ts'

const prompt = (chunks: unknown[], beside = {}) => ({ chunkedPrompt: { chunks, pendingInputs: [] }, ...beside })

describe('a prompt of AI Studio', () => {
  test('has thoughts and words in one answer, its model and its instruction', () => {
    const chat = onlyChatOf(
      prompt(
        [
          { role: 'user', text: 'Name a number.', createTime: '2025-10-09T10:00:00.000Z' },
          { role: 'model', text: 'Weighing numbers', isThought: true },
          { role: 'model', text: 'Two.', finishReason: 'STOP' },
        ],
        { runSettings: { model: 'models/gemini-2.5-pro' }, systemInstruction: { text: 'Be brief.' } },
      ),
    )
    expect(chat).toMatchObject({
      model: 'gemini-2.5-pro',
      system_prompt: 'Be brief.',
      created_at: '2025-10-09T10:00:00.000000Z',
      losses: [],
    })
    expect(saidIn(pathOf(chat))).toEqual(['user: Name a number.', 'assistant: [thinking] Two.'])
    expect(chat.messages[1]).toMatchObject({ stop_reason: 'end_turn' })
  })

  test('keeps the place of a file that lies in Drive, and counts it and what was never sent', () => {
    const chat = onlyChatOf({
      chunkedPrompt: {
        chunks: [
          { role: 'user', driveDocument: { id: 'drive' } },
          { role: 'model', text: 'Seen.' },
        ],
        pendingInputs: [{ role: 'user', text: 'unsent' }],
      },
    })
    expect(chat.messages[0]?.content).toEqual([
      { type: 'unsupported', source: 'aistudio', original_type: 'file', value: { driveDocument: { id: 'drive' } } },
    ])
    expect(chat.losses).toEqual([
      { kind: 'draft', count: 1 },
      { kind: 'missing_file', count: 1, detail: 'driveDocument' },
    ])
  })

  test('has code as a call, and what it printed as the result of that call', () => {
    const chat = onlyChatOf(
      prompt([
        { role: 'user', text: 'Add.' },
        { role: 'model', text: 'I will.' },
        { role: 'model', executableCode: { code: '1+2', language: 'PYTHON' } },
        { role: 'model', codeExecutionResult: { outcome: 'OUTCOME_OK', output: '3' } },
        { role: 'model', text: 'Three.' },
      ]),
    )
    expect(saidIn(pathOf(chat))).toEqual([
      'user: Add.',
      'assistant: I will. [tool_use]',
      'tool: 3',
      'assistant: Three.',
    ])
    const call = { type: 'tool_use', id: expect.stringMatching(/:code$/), name: 'code_execution' }
    expect(chat.messages[1]?.content[1]).toEqual({ ...call, input: { code: '1+2', language: 'PYTHON' } })
    const calls = chat.messages.flatMap(({ content }) => content.flatMap((block) => ('id' in block ? block.id : [])))
    expect(chat.messages[2]?.content).toMatchObject([{ type: 'tool_result', tool_use_id: calls[0] }])
  })

  test('has a picture that the model made as the result of a tool', () => {
    const chat = onlyChatOf(
      prompt([
        { role: 'user', text: 'Draw.' },
        { role: 'model', inlineImage: { data: 'iVBORw0KGgo=', mimeType: 'image/png' } },
        { role: 'model', hologram: 1 },
      ]),
    )
    expect(saidIn(pathOf(chat))).toEqual([
      'user: Draw.',
      'assistant: [tool_use]',
      'tool: [image]',
      'assistant: [unsupported]',
    ])
  })
})
