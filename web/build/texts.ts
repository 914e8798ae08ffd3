import { join } from 'node:path';
import { createCompiledCatalog } from '@lingui/cli/api';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';

/**
 * Compiles the catalogues and the texts in the source, whatever the working directory. English texts remain in the code
 * that shows them, see docs/decisions/0069-compile-english-texts-into-the-code.md.
 */
export function texts() {
  // By default the source transformer looks for its configuration in the working directory.
  process.env['LINGUI_CONFIG'] ??= join(import.meta.dirname, '..', 'lingui.config.ts');
  const source = linguiTransformerBabelPreset({ descriptorFields: 'message' });
  const compiled = { preset: { plugins: [compileTexts] }, rolldown: source.rolldown };
  return [lingui(), babel({ presets: [source, compiled] })];
}

/** The subset of Babel's syntax tree that is needed here. */
interface TextNode {
  readonly leadingComments?: readonly { readonly value: string }[] | null;
  readonly properties: readonly {
    readonly key?: { readonly name?: string };
    value?: { readonly type: string; readonly value?: unknown };
  }[];
}

interface BabelTypes {
  readonly types: { readonly valueToNode: (value: unknown) => { readonly type: string } };
}

/**
 * A Babel plugin that compiles texts as the catalogues do, so that the browser needs no compiler. A comment marks these
 * texts.
 */
function compileTexts({ types }: BabelTypes) {
  const compile = {
    ObjectExpression({ node }: { readonly node: TextNode }) {
      if (!node.leadingComments?.some(({ value }) => /^\*? ?i18n\s*$/.test(value))) return;
      const message = node.properties.find(({ key }) => key?.name === 'message');
      if (typeof message?.value?.value === 'string')
        message.value = types.valueToNode(compileText(message.value.value));
    },
  };
  // The texts are marked when the file is entered.
  return {
    visitor: {
      Program: { exit: (program: { traverse: (visitor: typeof compile) => void }) => program.traverse(compile) },
    },
  };
}

function compileText(text: string): unknown {
  const { source, errors } = createCompiledCatalog('en', { text }, { namespace: 'json' });
  if (errors[0]) throw errors[0].error;
  const { messages } = JSON.parse(source) as { messages: { text: unknown } }; // the catalogue of one text
  return messages.text;
}
