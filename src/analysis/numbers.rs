//! Quoted numbers by stable key.

use std::collections::BTreeMap;

use super::estimate::{Estimate, Share};

/// One number with what a reader needs to trust it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Number {
    /// The value; `None` when there are no data for it.
    pub value: Option<f64>,
    /// 95 % bounds.
    pub interval: Option<(f64, f64)>,
    /// Numerator, where the value is a share.
    pub k: Option<u64>,
    /// Denominator.
    pub n: Option<u64>,
    /// Unit (`fraction`, `count`, `plies`, …).
    pub unit: &'static str,
    /// Section of the paper that quotes it.
    pub section: &'static str,
}

/// All numbers of a run.
#[derive(Debug, Clone, Default)]
pub struct Numbers {
    entries: BTreeMap<String, Number>,
    section: &'static str,
}

impl Numbers {
    /// Sets the paper section that the next numbers belong to.
    pub fn section(&mut self, section: &'static str) {
        self.section = section;
    }

    /// Records a count.
    pub fn count(&mut self, key: impl Into<String>, value: u64) {
        self.put(
            key,
            Number {
                value: Some(value as f64),
                unit: "count",
                ..Number::default()
            },
        );
    }

    /// Records a share of `n`.
    pub fn share(&mut self, key: impl Into<String>, share: Share) {
        self.put(
            key,
            Number {
                value: share.rate(),
                k: Some(share.k),
                n: Some(share.n),
                unit: "fraction",
                ..Number::default()
            },
        );
    }

    /// Records a share with the interval of its rate.
    pub fn share_within(
        &mut self,
        key: impl Into<String>,
        share: Share,
        interval: Option<(f64, f64)>,
    ) {
        self.put(
            key,
            Number {
                value: share.rate(),
                interval,
                k: Some(share.k),
                n: Some(share.n),
                unit: "fraction",
                ..Number::default()
            },
        );
    }

    /// Records an estimate with its interval.
    pub fn estimate(&mut self, key: impl Into<String>, estimate: Estimate, unit: &'static str) {
        self.put(
            key,
            Number {
                value: Some(estimate.value),
                interval: estimate.low.zip(estimate.high),
                unit,
                ..Number::default()
            },
        );
    }

    /// Records a plain value.
    pub fn value(&mut self, key: impl Into<String>, value: Option<f64>, unit: &'static str) {
        self.put(
            key,
            Number {
                value,
                unit,
                ..Number::default()
            },
        );
    }

    fn put(&mut self, key: impl Into<String>, number: Number) {
        self.entries.insert(
            key.into(),
            Number {
                section: self.section,
                ..number
            },
        );
    }

    /// Numbers by key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Number)> {
        self.entries
            .iter()
            .map(|(key, number)| (key.as_str(), number))
    }

    /// One number.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Number> {
        self.entries.get(key)
    }

    /// Key and value of every number, bounds as keys of their own (`.lo`, `.hi`).
    #[must_use]
    pub fn flat(&self) -> BTreeMap<String, Option<f64>> {
        let mut flat = BTreeMap::new();
        for (key, number) in &self.entries {
            flat.insert(key.clone(), number.value);
            if let Some((low, high)) = number.interval {
                flat.insert(format!("{key}.lo"), Some(low));
                flat.insert(format!("{key}.hi"), Some(high));
            }
        }
        flat
    }
}
