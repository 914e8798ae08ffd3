import { join } from 'node:path';
import { createCompiledCatalog } from '@lingui/cli/api';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';

/**
 * Compiles the catalogues and the texts in the source, independent of the working directory. English texts remain in
 * the code that shows them, see docs/decisions/0069-compile-english-texts-into-the-code.md.
 */
export function texts() {
  // By default the source transformer looks for its configuration in the working directory.
  process.env['LINGUI_CONFIG'] ??= join(import.meta.dirname, '..', 'lingui.config.ts');
  const sourcePreset = linguiTransformerBabelPreset({ descriptorFields: 'message' });
  const compiledPreset = { preset: { plugins: [compileTexts] }, rolldown: sourcePreset.rolldown };
  return [lingui(), babel({ presets: [sourcePreset, compiledPreset] })];
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
 * A Babel plugin that compiles the marked texts of the source at build time, so the browser needs no message compiler.
 */
function compileTexts({ types }: BabelTypes) {
  const textVisitor = {
    ObjectExpression({ node }: { readonly node: TextNode }) {
      if (!node.leadingComments?.some(({ value }) => /^\*? ?i18n\s*$/.test(value))) return;
      const message = node.properties.find(({ key }) => key?.name === 'message');
      if (typeof message?.value?.value === 'string')
        message.value = types.valueToNode(compileText(message.value.value));
    },
  };
  // Lingui's plugin marks the texts with a comment when it enters the file, so compile them on exit.
  return {
    visitor: {
      Program: {
        exit: (program: { traverse: (visitor: typeof textVisitor) => void }) => program.traverse(textVisitor),
      },
    },
  };
}

function compileText(text: string): unknown {
  const { source, errors } = createCompiledCatalog('en', { text }, { namespace: 'json' });
  if (errors[0]) throw errors[0].error;
  const { messages } = JSON.parse(source) as { messages: { text: unknown } }; // the catalogue of one text
  return messages.text;
}
