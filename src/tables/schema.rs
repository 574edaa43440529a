//! Tables and columns, declared once.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema, SchemaRef};

/// Type of a column's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// UTF-8 text.
    Text,
    /// 64-bit integer.
    Int,
    /// 64-bit float.
    Float,
    /// True or false.
    Bool,
}

impl Kind {
    fn data_type(self) -> DataType {
        match self {
            Self::Text => DataType::Utf8,
            Self::Int => DataType::Int64,
            Self::Float => DataType::Float64,
            Self::Bool => DataType::Boolean,
        }
    }

    /// The name in the data dictionary.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Int => "int64",
            Self::Float => "float64",
            Self::Bool => "boolean",
        }
    }
}

/// One column.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// Stable name.
    pub name: &'static str,
    /// Value type.
    pub kind: Kind,
    /// Whether a value may be missing, and then means "not known" or "does not apply".
    pub nullable: bool,
    /// Unit, empty for names and flags.
    pub unit: &'static str,
    /// Meaning.
    pub doc: &'static str,
}

impl Column {
    /// A column that always has a value.
    #[must_use]
    pub const fn new(
        name: &'static str,
        kind: Kind,
        unit: &'static str,
        doc: &'static str,
    ) -> Self {
        Self {
            name,
            kind,
            nullable: false,
            unit,
            doc,
        }
    }

    /// A column whose value may be missing.
    #[must_use]
    pub const fn optional(
        name: &'static str,
        kind: Kind,
        unit: &'static str,
        doc: &'static str,
    ) -> Self {
        Self {
            name,
            kind,
            nullable: true,
            unit,
            doc,
        }
    }
}

/// One table.
#[derive(Debug)]
pub struct Table {
    /// File stem.
    pub name: &'static str,
    /// What a row is.
    pub doc: &'static str,
    /// Columns that identify a row.
    pub key: &'static [&'static str],
    /// Row order.
    pub order: &'static str,
    /// Columns in file order.
    pub columns: &'static [Column],
}

impl Table {
    /// The Arrow schema, meaning and unit as field metadata.
    #[must_use]
    pub fn arrow(&self) -> SchemaRef {
        let fields: Vec<Field> = self
            .columns
            .iter()
            .map(|column| {
                let metadata = [("doc", column.doc), ("unit", column.unit)]
                    .into_iter()
                    .filter(|(_, value)| !value.is_empty())
                    .map(|(key, value)| (key.to_owned(), value.to_owned()));
                Field::new(column.name, column.kind.data_type(), column.nullable)
                    .with_metadata(metadata.collect::<arrow_schema::Metadata>())
            })
            .collect();
        Arc::new(Schema::new(fields))
    }
}

impl Table {
    /// The table's page of the data dictionary, as Markdown.
    #[must_use]
    pub fn dictionary(&self) -> String {
        let mut page = format!(
            "## {}\n\n{}\n\nKey: {}. Row order: {}.\n\n| column | type | unit | missing | meaning |\n|---|---|---|---|---|\n",
            self.name,
            self.doc,
            self.key.join(", "),
            self.order
        );
        for column in self.columns {
            let missing = if column.nullable { "allowed" } else { "never" };
            page.push_str(&format!(
                "| `{}` | {} | {} | {missing} | {} |\n",
                column.name,
                column.kind.name(),
                column.unit,
                column.doc
            ));
        }
        page.push('\n');
        page
    }
}
